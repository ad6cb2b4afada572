/**
 * Runs every counter on a sample with a known number of findings, so that a counter that finds nothing is noticed.
 */
import { callPathDefinitions, callPaths } from './call-paths.mjs'
import { duplicates } from './duplicates.mjs'
import { folderCycles } from './folder-cycles.mjs'
import { kitImports } from './kit-imports.mjs'
import { parse } from './sources.mjs'

const COPIED = Array.from(
  { length: 6 },
  (_, index) => `const copiedValue${index} = await readValue(${index})`,
)

const SAMPLES = [
  {
    name: 'call-paths',
    count: callPaths,
    expected: 5,
    files: {
      'packages/protocol/src/a.ts': `/** GET /api/auth/me, under /api/auth */\nexport const me = { path: '/api/auth/me' }\ntype Path = \`/api/\${string}\``,
      'mfe-a/src/b.ts': `fetch(\`\${origin}/api/v1/things/\${id}\`, '/api/auth'); fetch(\`/api/\${path}\`)`,
      'svc-a/src/c.ts': "router.get('/things', (req, res) => res.json([]))\nmap.get('/none')",
    },
  },
  {
    name: 'call-definitions',
    count: callPathDefinitions,
    expected: 1,
    files: {
      'packages/protocol/src/a.ts': "const me = { path: '/api/auth/me', other: '/api/auth/x' }",
    },
  },
  {
    name: 'kit-imports',
    count: kitImports,
    expected: 1,
    files: {
      'svc-a/src/x/a.ts': "import { BASE, type Kit } from '../kit.ts'",
      'svc-a/src/x/b.ts': "import { BASE } from '../kit.ts'",
    },
  },
  {
    name: 'duplicates',
    count: duplicates,
    expected: 1,
    files: {
      'mfe-a/src/a.ts': ['const a = 1', ...COPIED].join('\n'),
      'mfe-b/src/b.ts': [...COPIED, '', 'const b = 2'].join('\n  '),
      'mfe-c/src/c.ts': COPIED.slice(1).join('\n'),
    },
  },
  {
    name: 'cycles',
    count: folderCycles,
    expected: 1,
    files: {
      'mfe-a/src/one/a.ts': "import { b } from '../two/b.ts'",
      'mfe-a/src/two/b.ts': "const page = () => import('../three/c.ts')",
      'mfe-a/src/three/c.ts': "export type { A } from '../one/a.ts'",
      'mfe-a/src/four/d.ts': "import { b } from '../two/b.ts'",
    },
  },
]

/** Returns the names of the counters with a wrong result. */
export function missedSamples() {
  return SAMPLES.filter(({ count, expected, files }) => {
    const sources = Object.entries(files).map(([path, text]) => parse({ path, text }))
    return count(sources).length !== expected
  }).map(({ name }) => name)
}
