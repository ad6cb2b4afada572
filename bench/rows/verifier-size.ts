import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { minify } from 'terser'
import type { Figure, Row } from '../row.ts'
import { buildVerifiersOnce } from '../support/built-verifiers.ts'

const KB = 1000
const LIMIT_KB = 25

/** Source texts of modules that export only what a program needs to verify. */
const ENTRY_MODULES = {
  ours: `export { verify } from '@inkproof/proof/verify'
    export { parsePolicy, policyFromVkey } from '@inkproof/proof/policy'`,
  merkletreejs: "export { MerkleTree } from 'merkletreejs'",
  'OpenZeppelin merkle-tree': "export { StandardMerkleTree } from '@openzeppelin/merkle-tree'",
}

export const verifierSize: Row = {
  name: 'verifier, minified and gzipped',
  target: '≤ 25 KB with checkpoint signature, receipt proof, freshness and witnesses',
  async measure(context) {
    const { page, program } = await buildVerifiersOnce(context)
    const ours = await measureBundleKb(ENTRY_MODULES.ours)
    const peers: Figure[] = []
    for (const [name, entry] of Object.entries(ENTRY_MODULES)) {
      if (name !== 'ours') peers.push({ name, value: await measureBundleKb(entry) })
    }
    const quoted = { OpenAttestation: 301, Blockcerts: 331, EAS: 356 }
    for (const [name, value] of Object.entries(quoted)) peers.push({ name, value, isQuoted: true })
    return {
      ours,
      peers,
      unit: 'KB',
      isMet: ours <= LIMIT_KB,
      note: `Ours checks path, signature, header, receipt proof, standing, witnesses, wallet and policy; the first two peers check only a path. As single gzipped files, including texts and screens: program ${formatGzippedKb(program)} KB, page ${formatGzippedKb(page)} KB.`,
    }
  },
}

async function measureBundleKb(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('..', import.meta.url)), loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'error',
    external: ['buffer', 'crypto', 'node:*'],
  })
  // Minified again as the saved page is, the peers too.
  const { code = '' } = await minify(outputFiles[0]?.text ?? '', {
    module: true,
    ecma: 2020,
    compress: { ecma: 2020, passes: 3 },
    format: { comments: false },
  })
  const bytes = gzipSync(code, { level: 9 }).length
  if (bytes < 500) throw new Error(`the bundle is empty: ${contents}`)
  return bytes / KB
}

function formatGzippedKb(file: string): string {
  return (gzipSync(readFileSync(file), { level: 9 }).length / KB).toFixed(1)
}
