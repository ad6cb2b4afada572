/** A copy of a release behind a separate gateway, so that a test can publish other releases there. */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '@inkproof/launcher/process/run'
import { runningServices, testSystem } from '@inkproof/launcher/testing/control'
import { startTestGateway } from '@inkproof/launcher/testing/gateway'
import { makeTestFolder, ROOT, removeTestFolder } from '@inkproof/launcher/testing/test-folder'

/** The arguments of Node.js for `npm run release`. */
export const RELEASE = ['--import', 'tsx', 'packages/slice-kit/src/release/release-cli.ts']

/** A response in the access log. */
export type ServedResponse = { path: string; bytes: number }

export type ReleaseCopy = {
  origin: string
  www: string
  /** Process ID of the gateway. */
  gatewayPid(): number | undefined
  /** Runs `npm run release` with these arguments, such as `mfe-auth@<version>`. Returns its output. */
  release(...args: string[]): Promise<string>
  /** Removes all slices, because the same path may belong to different slices in different releases. */
  removeSlices(): Promise<void>
  /** Returns the responses of the gateway since its start, in order, with the bytes of the bodies as sent. */
  responses(): Promise<ServedResponse[]>
  /** The currently released version of each part: `shell@<version>`, … */
  currentVersions(): Promise<Record<string, string>>
  remove(): Promise<void>
}

/**
 * Copies the current release of the running system and serves it behind a gateway to the same services, except those in
 * `replaced`: their URLs by name. `name` distinguishes the folders of tests.
 */
export async function copyRelease(
  name: string,
  replaced: Readonly<Record<string, string>> = {},
): Promise<ReleaseCopy> {
  const { www: source, data } = testSystem()
  const folder = await makeTestFolder(name)
  const www = join(folder, 'www')
  await mkdir(www)
  await cp(source, www, { recursive: true })
  const services = { ...runningServices(), ...replaced }
  const gateway = await startTestGateway({ folder, www, log: join(data, 'log'), services })
  return {
    origin: gateway.origin,
    www,
    gatewayPid: gateway.pid,
    release: (...args) =>
      run(process.execPath, [...RELEASE, '--no-test', '--out', www, ...args], { cwd: ROOT }),
    removeSlices: async () => {
      const registry = await readRegistry(www)
      await writeFile(join(www, 'slices.json'), JSON.stringify({ ...registry, slices: [] }))
    },
    responses: async () => {
      const lines = await readFile(join(folder, 'logs/access.log'), 'utf8')
      return lines
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as ServedResponse)
    },
    currentVersions: () => readVersions(www),
    remove: async () => {
      await gateway.stop()
      await removeTestFolder(folder)
    },
  }
}

async function readVersions(www: string): Promise<Record<string, string>> {
  const page = await readFile(join(www, 'shell/index.html'), 'utf8')
  const versions = await readdir(join(www, 'shell/versions'))
  const pages = await Promise.all(
    versions.map((version) => readFile(join(www, 'shell/versions', version, 'index.html'), 'utf8')),
  )
  const shell = versions[pages.indexOf(page)]
  if (shell === undefined)
    throw new Error(`${www} serves a shell that was not created by a release`)
  const { slices } = await readRegistry(www)
  const released = slices.map(({ package: name, version }) => [name, `${name}@${version}`])
  return Object.fromEntries([['shell', `shell@${shell}`], ...released])
}

type Registry = { slices: { package: string; version: string }[] }

async function readRegistry(www: string): Promise<Registry> {
  return JSON.parse(await readFile(join(www, 'slices.json'), 'utf8')) as Registry
}
