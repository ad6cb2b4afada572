/** Runs svc-content as in production, and sends browser reports to it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BrowserReportCounts, type ReportedPart } from '@inkproof/protocol/browser-reports'
import { sendBrowserReport, showBrowserReports } from '@inkproof/protocol/calls/browser-reports'
import { createLog } from '@inkproof/service-kit/log'
import { MONITORING_TOKEN } from '@inkproof/service-kit/testing/operator'
import { contentConfig } from '../config.ts'
import { startContent } from '../start.ts'

export const SLICE = { package: 'mfe-content', version: '0.1.0-aaaaaaaaaa' }
export const NEXT = { package: 'mfe-content', version: '0.1.0-bbbbbbbbbb' }
export const SHELL = { package: 'shell', version: '0.1.0-cccccccccc' }

/** Creates a folder in which the versions above are released. */
export async function makeReleases() {
  const folder = await mkdtemp(join(tmpdir(), 'inkproof-releases-'))
  const files = [
    ...[SLICE, NEXT].map((part) => `slices/${part.package}/${part.version}/slice.json`),
    `shell/versions/${SHELL.version}/index.html`,
  ]
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), '')
  }
  return { folder, remove: () => rm(folder, { recursive: true }) }
}

/** Starts the service with these settings. */
export async function startReports(settings: { REDIS_URL: string; RELEASES_DIR: string } & Env) {
  const config = contentConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    MONITORING_TOKEN,
    CONTENT_DIR: fileURLToPath(new URL('../../content', import.meta.url)),
    ...settings,
  })
  const service = await startContent(config, createLog('svc-content', 'silent'))
  await service.ready
  const origin = `http://127.0.0.1:${service.port}`
  const post = (body: unknown, address = '192.0.2.1') =>
    fetch(origin + sendBrowserReport.path, {
      method: sendBrowserReport.method,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(body),
    })
  const show = (address = '192.0.2.1') =>
    fetch(origin + showBrowserReports.path, { headers: { 'x-forwarded-for': address } })
  return {
    origin,
    post,
    show,
    send: (parts: readonly ReportedPart[], address?: string) => post({ parts }, address),
    counts: async (address?: string) =>
      BrowserReportCounts.parse(await (await show(address)).json()),
    stop: () => service.stop(),
  }
}

type Env = Record<string, string>

/** A visit that loaded a part without any problem, changed by `change`. */
export function visitOf(
  part: Pick<ReportedPart, 'package' | 'version'>,
  change: Partial<ReportedPart> = {},
): ReportedPart {
  return { ...part, visits: 1, failures: 0, errors: 0, violations: 0, ...change }
}
