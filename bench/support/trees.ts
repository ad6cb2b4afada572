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
export function measureTreesOnce(context: Context): Promise<Trees> {
  measured ??= measureTrees(context)
  return measured
}

async function measureTrees(context: Context): Promise<Trees> {
  const { leaves, size } = await context.log()
  const file = join(context.folder, 'leaves.bin')
  writeFileSync(file, leaves)
  const zeppelinLeaves = Math.floor(Number(size) / ZEPPELIN_DIVISOR)
  const scriptPath = (name: Name) => join(context.folder, `tree-${name}.cjs`)
  const figures: Record<Name, TreeFigures[]> = { ours: [], merkletreejs: [], 'open-zeppelin': [] }
  for (const name of CONTESTANTS) await bundleForNode(sourceUrl(name), scriptPath(name))
  for (let run = 0; run < context.runs; run++) {
    for (const name of CONTESTANTS) {
      const count = name === 'open-zeppelin' ? zeppelinLeaves : Number(size)
      figures[name].push(await runScript<TreeFigures>(scriptPath(name), [file, String(count)]))
    }
  }
  return {
    ours: medianFigures(figures.ours),
    merkletreejs: medianFigures(figures.merkletreejs),
    'open-zeppelin': medianFigures(figures['open-zeppelin']),
    zeppelinLeaves,
  }
}

function sourceUrl(name: Name): URL {
  return new URL(`../contestants/tree-${name}.ts`, import.meta.url)
}

function medianFigures(runs: readonly TreeFigures[]): TreeFigures {
  return {
    buildMs: median(runs.map(({ buildMs }) => buildMs)),
    memoryMb: median(runs.map(({ memoryMb }) => memoryMb)),
    proofUs: median(runs.map(({ proofUs }) => proofUs)),
  }
}
