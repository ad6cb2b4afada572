/** Parses a Dockerfile into its stages; supports only the forms used in this repository. */

export type Step = { word: string; text: string }

/** `image` is another stage's name if the stage continues that one. */
export type Stage = { image: string; name: string; steps: Step[] }

export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const { word, text: rest } of stepsOf(text)) {
    if (word === 'FROM') {
      const [image = '', , name = 'last'] = rest.split(/\s+/)
      stages.push({ image, name, steps: [] })
    } else stages.at(-1)?.steps.push({ word, text: rest })
  }
  return stages
}

/** Returns the stages of a target, itself last, as Docker would build them. @throws Error for an unknown target */
export function stagesFor(stages: readonly Stage[], target: string): Stage[] {
  const stage = stages.find(({ name }) => name === target)
  if (!stage) throw new Error(`no stage is called ${target}`)
  const names = [stage.image, ...stage.steps.flatMap(({ text }) => copiedFrom(text) ?? [])]
  const before = stages.filter(({ name }) => names.includes(name))
  const needed = new Set([...before.flatMap(({ name }) => stagesFor(stages, name)), stage])
  return stages.filter((one) => needed.has(one))
}

/** Returns a stage with the steps of those it continues before its own. */
export function completeStage(stages: readonly Stage[], stage: Stage): Stage {
  const base = stages.find(({ name }) => name === stage.image)
  if (!base) return stage
  const { image, steps } = completeStage(stages, base)
  return { image, name: stage.name, steps: [...steps, ...stage.steps] }
}

/** The stage that a COPY reads from; undefined for the build context. */
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
      const [word = '', ...rest] = line.split(' ')
      return { word, text: rest.join(' ').replaceAll(/\s+/g, ' ').trim() }
    })
}
