/**
 * A part is third-party software that the system needs: a database, a chain, a mailbox. `prepare` finds each, which
 * is then started like any other process and checked until it answers.
 */
import type { Launch } from '../process/supervise.ts'

export type PartContext = {
  /** Folder for data that must survive a restart. */
  data: string
  /** Folder of downloaded programs, shared by all systems of this checkout. */
  tools: string
  /** Assigns a port to a name: the same one as long as it is free. */
  port(name: string): Promise<number>
  /** Prints a progress message for the person who started the system. */
  say(line: string): void
  env: NodeJS.ProcessEnv
}

export type Prepared = {
  /** Describes its source, as printed at start. */
  from: string
  /** An important warning, such as "not for production". */
  notice?: string
  /** URLs by role: always `url`, and more if the part has several endpoints. */
  addresses: { url: string } & Record<string, string>
  /** Missing if the part runs elsewhere. */
  launch?: Launch
  answers(): Promise<boolean>
}

export type Part = { name: string; prepare(context: PartContext): Promise<Prepared> }

/** A part is unavailable: what, why, and the command that installs it. */
export class PartUnavailable extends Error {
  constructor({ what, why, fix }: { what: string; why: string; fix: string }) {
    super(`${what} is unavailable: ${why}.\n  To fix this: ${fix}`)
    this.name = 'PartUnavailable'
  }
}

/** The environment of our processes: the person's own, without any of our settings. */
export function plainEnv(source: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'SSL_CERT_FILE']
  return Object.fromEntries(kept.flatMap((name) => (source[name] ? [[name, source[name]]] : [])))
}
