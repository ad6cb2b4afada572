/**
 * A part is third-party software that the system needs: a database, a chain, a mailbox. `prepare` finds or
 * installs it; it is then started like any other process and polled until it is ready.
 */
import type { Launch } from '../process/supervise.ts'

export type PartContext = {
  /** Folder for data that must survive a restart. */
  data: string
  /** Folder of downloaded programs, shared by all systems run from this checkout. */
  tools: string
  /** Assigns a port to a name: the same one as long as it is free. */
  port(name: string): Promise<number>
  /** Prints a progress message for the user who started the system. */
  print(line: string): void
  env: NodeJS.ProcessEnv
}

export type Prepared = {
  /** Where the part comes from, as printed at startup. */
  from: string
  /** An important warning, such as "not for production". */
  notice?: string
  /** URLs by role: always `url`, and more if the part has several endpoints. */
  addresses: { url: string } & Record<string, string>
  /** Missing if the part is an external server. */
  launch?: Launch
  /** Returns whether the part responds. */
  isReady(): Promise<boolean>
}

export type Part = { name: string; prepare(context: PartContext): Promise<Prepared> }

/** Reports which part is unavailable, why, and how to fix that. */
export class PartUnavailable extends Error {
  constructor({ what, why, fix }: { what: string; why: string; fix: string }) {
    super(`${what} is unavailable: ${why}.\n  To fix this: ${fix}`)
    this.name = 'PartUnavailable'
  }
}

/** Returns only the general variables of an environment, such as PATH and HOME, without any settings of Inkproof. */
export function plainEnv(source: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SSL_CERT_FILE']
  return Object.fromEntries(names.flatMap((name) => (source[name] ? [[name, source[name]]] : [])))
}
