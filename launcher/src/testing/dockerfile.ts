/** Parses a Dockerfile into its stages; supports only the forms used in this repository. */

export type Step = { keyword: string; text: string }

/** `image` is the base image, or the name of the stage that this stage is based on. */
export type Stage = { image: string; name: string; steps: Step[] }

export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const { keyword, text: rest } of stepsOf(text)) {
    if (keyword === 'FROM') {
      const [image = '', , name = 'last'] = rest.split(/\s+/)
      stages.push({ image, name, steps: [] })
    } else stages.at(-1)?.steps.push({ keyword, text: rest })
  }
  return stages
}

/** Returns the stages that Docker would build for a target, itself last. @throws Error for an unknown target */
export function stagesFor(stages: readonly Stage[], target: string): Stage[] {
  const stage = stages.find(({ name }) => name === target)
  if (!stage) throw new Error(`no stage is called ${target}`)
  const names = [stage.image, ...stage.steps.flatMap(({ text }) => copiedFrom(text) ?? [])]
  const dependencies = stages.filter(({ name }) => names.includes(name))
  const needed = new Set([...dependencies.flatMap(({ name }) => stagesFor(stages, name)), stage])
  return stages.filter((candidate) => needed.has(candidate))
}

/** Returns a stage with the steps of its base stages before its own. */
export function completeStage(stages: readonly Stage[], stage: Stage): Stage {
  const base = stages.find(({ name }) => name === stage.image)
  if (!base) return stage
  const { image, steps } = completeStage(stages, base)
  return { image, name: stage.name, steps: [...steps, ...stage.steps] }
}

/** Returns the stage that a COPY reads from; undefined for the build context. */
export function copiedFrom(text: string): string | undefined {
  return /^--from=(\S+)/.exec(text)?.[1]
}

function stepsOf(text: string): Step[] {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [keyword = '', ...rest] = line.split(' ')
      return { keyword, text: rest.join(' ').replaceAll(/\s+/g, ' ').trim() }
    })
}
