import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './paths.ts'

type Listed = { slices: Record<string, unknown> }

/** The parts of the page: the shell, then the slices of parts.json in their order. */
export const PARTS: readonly string[] = ['shell', ...slices()]

function slices(): string[] {
  const text = readFileSync(path.join(ROOT, 'parts.json'), 'utf8')
  return Object.keys((JSON.parse(text) as Listed).slices)
}
