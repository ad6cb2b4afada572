import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './paths.ts'

type PartsFile = { slices: Record<string, unknown> }

/** The parts of the page: the shell, then the slices of parts.json in their order. */
export const PARTS: readonly string[] = ['shell', ...readSlices()]

function readSlices(): string[] {
  const text = readFileSync(path.join(ROOT, 'parts.json'), 'utf8')
  return Object.keys((JSON.parse(text) as PartsFile).slices)
}
