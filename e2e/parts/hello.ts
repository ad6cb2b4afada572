/** A minimal slice with one page and a minimal service with one call; each is a folder and a line in parts.json. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const packageJson = (name: string, rest: object) =>
  JSON.stringify({ name, version: '0.1.0', private: true, type: 'module', ...rest })

const FILES = {
  'mfe-hello/package.json': packageJson('mfe-hello', {
    dependencies: {
      '@inkproof/slice': '0.1.0',
      '@inkproof/texts': '0.1.0',
      '@inkproof/ui': '0.1.0',
    },
    devDependencies: { '@inkproof/slice-kit': '0.1.0' },
  }),
  'mfe-hello/slice.config.ts': `import { describeSlice } from '@inkproof/slice'

export const description = describeSlice({
  id: 'hello',
  contract: 1,
  paths: ['/hello'],
  nav: [],
  fills: [],
})
`,
  'mfe-hello/webpack.config.mjs': `import { defineSliceConfig } from '@inkproof/slice-kit/webpack/slice-config'
import { description } from './slice.config.ts'

export default defineSliceConfig(import.meta.dirname, description)
`,
  'mfe-hello/src/slice.tsx': `import './slice.css'
import { defineSlice } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'

export const slice = defineSlice({
  routes: [
    { path: '/hello', handle: { title: t('Hello') }, lazy: () => import('./hello.page.tsx') },
  ],
  fills: {},
})
`,
  'mfe-hello/src/hello.page.tsx': `import { t } from '@inkproof/texts/text'

export function Component() {
  return <h1>{t('Hello from a new slice')}</h1>
}
`,
  'mfe-hello/src/slice.css': `@layer theme, base, components, utilities;
@import "@inkproof/ui/tokens.css" theme(reference);
@source "../src";
@layer utilities {
  [data-slice="hello"] {
    @tailwind utilities source(none);
  }
}
`,
  'svc-hello/package.json': packageJson('svc-hello', {
    scripts: { build: 'node ../packages/service-kit/build.mjs' },
    dependencies: { '@inkproof/service-kit': '0.1.0', express: '5.3.0', zod: '4.6.7' },
  }),
  'svc-hello/src/main.ts': `import { readConfig, serverEnv } from '@inkproof/service-kit/config'
import { createLog } from '@inkproof/service-kit/log'
import { startService } from '@inkproof/service-kit/service'
import { stopOnSignals } from '@inkproof/service-kit/stop'
import { Router } from 'express'
import { z } from 'zod'

const config = readConfig('svc-hello', z.object(serverEnv))
const log = createLog('svc-hello', config.LOG_LEVEL)
const router = Router()
router.get('/', (_req, res) => {
  res.json({ greeting: 'hello' })
})
const mounts = [['/api/hello', router] as const]
const service = await startService({ name: 'svc-hello', config, log, dependencies: [], mounts })
stopOnSignals(service, log)
`,
}

/** The lines to add to parts.json, keyed by the line after which each is inserted. */
const LINES = {
  '"slices": {\n': '    "mfe-hello": {},\n',
  '"services": {\n': '    "svc-hello": { "serves": "/api/hello/" },\n',
}

export function addParts(root: string): void {
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  changePartsFile(root, (text, heading, line) => text.replace(heading, heading + line))
}

export function removeParts(root: string): void {
  for (const folder of ['mfe-hello', 'svc-hello']) rmSync(join(root, folder), { recursive: true })
  changePartsFile(root, (text, _heading, line) => text.replace(line, ''))
}

type Change = (text: string, heading: string, line: string) => string

function changePartsFile(root: string, change: Change): void {
  const file = join(root, 'parts.json')
  const before = readFileSync(file, 'utf8')
  const after = Object.entries(LINES).reduce(
    (text, [heading, line]) => change(text, heading, line),
    before,
  )
  writeFileSync(file, after)
}
