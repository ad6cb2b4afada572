/** Reads a Dockerfile into its stages; only the plain forms that this repository uses. */

export type Step = { word: string; text: string }

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
