import { readFileSync } from 'node:fs'
import path from 'node:path'
import { IS_OWN_REPOSITORY, ROOT } from './paths.ts'

type PartsFile = { slices: Record<string, unknown> }

/** The name of a package, which is also the name of its folder among the released files. */
const PART_NAME = /^[a-z][a-z0-9-]*$/

/** The parts of the page: the shell, then the slices of parts.json in their order. In its own repository, the slice. */
export const PARTS: readonly string[] = IS_OWN_REPOSITORY
  ? [readOwnName()]
  : ['shell', ...readSlices()]

/** Whether a name can be that of a slice. */
export function isSliceName(name: string): boolean {
  return PART_NAME.test(name) && name !== 'shell'
}

function readOwnName(): string {
  const { name } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    name: string
  }
  if (isSliceName(name)) return name
  throw new Error(
    `package.json: the name "${name}" cannot be that of a slice; use lower-case letters, digits and hyphens`,
  )
}

function readSlices(): string[] {
  const text = readFileSync(path.join(ROOT, 'parts.json'), 'utf8')
  return Object.keys((JSON.parse(text) as PartsFile).slices)
}
