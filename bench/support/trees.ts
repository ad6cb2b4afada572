import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TreeFigures } from '../contestants/measure-tree.ts'
import type { Context } from '../row.ts'
import { bundleForNode, runScript } from './child.ts'
import { median } from './statistics.ts'

const CONTESTANTS = ['ours', 'merkletreejs', 'open-zeppelin'] as const
type Name = (typeof CONTESTANTS)[number]

/** Median figures of each contestant. */
export type Trees = Record<Name, TreeFigures> & { zeppelinLeaves: number }

/** OpenZeppelin needs over a minute for a million leaves, so it gets a tenth of them. */
const ZEPPELIN_DIVISOR = 10

let measured: Promise<Trees> | undefined

/** Measures once, for all rows that use it. */
export function measuredTrees(context: Context): Promise<Trees> {
  measured ??= measureTrees(context)
  return measured
}

async function measureTrees(context: Context): Promise<Trees> {
  const { leaves, size } = await context.log()
  const file = join(context.folder, 'leaves.bin')
  writeFileSync(file, leaves)
  const zeppelinLeaves = Math.floor(Number(size) / ZEPPELIN_DIVISOR)
  const scriptOf = (name: Name) => join(context.folder, `tree-${name}.cjs`)
  const found: Record<Name, TreeFigures[]> = { ours: [], merkletreejs: [], 'open-zeppelin': [] }
  for (const name of CONTESTANTS) await bundleForNode(sourceOf(name), scriptOf(name))
  for (let run = 0; run < context.runs; run++) {
    for (const name of CONTESTANTS) {
      const count = name === 'open-zeppelin' ? zeppelinLeaves : Number(size)
      found[name].push(await runScript<TreeFigures>(scriptOf(name), [file, String(count)]))
    }
  }
  return {
    ours: medianFigures(found.ours),
    merkletreejs: medianFigures(found.merkletreejs),
    'open-zeppelin': medianFigures(found['open-zeppelin']),
    zeppelinLeaves,
  }
}

function sourceOf(name: Name): URL {
  return new URL(`../contestants/tree-${name}.ts`, import.meta.url)
}

function medianFigures(runs: readonly TreeFigures[]): TreeFigures {
  return {
    buildMs: median(runs.map(({ buildMs }) => buildMs)),
    memoryMb: median(runs.map(({ memoryMb }) => memoryMb)),
    proofUs: median(runs.map(({ proofUs }) => proofUs)),
  }
}
