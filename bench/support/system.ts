import { join } from 'node:path'
import { freePort } from '@inkproof/launcher/process/free-port'
import { ROOT, type System, startSystem } from '@inkproof/launcher/system/start-system'
import { MongoClient } from 'mongodb'

/**
 * Starts the whole system in a separate folder on a free port, and reports which database it uses.
 */
export async function startBenchSystem(
  folder: string,
): Promise<{ system: System; database: string }> {
  const tools = join(ROOT, '.inkproof', 'tools')
  const port = await freePort()
  // One account certifies what would otherwise be the work of many, so limits are raised; the
  // visitors' proof of work is not measured.
  const more = { CERTIFICATES_A_DAY: '100000000', CAPTCHA_FOR: 'forgot-password' }
  const env = { ...process.env, ...more }
  const system = await startSystem({ data: join(folder, 'system'), port, tools, env })
  return { system, database: await databaseOf(system) }
}

/** Returns the URL of the system's database. */
export function databaseUrl(system: System): string {
  const url = system.urls['mongo'] ?? process.env['MONGODB_URI']
  if (url) return url
  throw new Error(`the system does not say where its database is: ${Object.keys(system.urls)}`)
}

async function databaseOf(system: System): Promise<string> {
  const client = await MongoClient.connect(databaseUrl(system))
  try {
    const { version, modules, gitVersion } = await client.db('admin').command({ buildInfo: 1 })
    // Official builds name the commit they were built from.
    const isOfficial = /^[0-9a-f]{40}$/.test(String(gitVersion)) && Array.isArray(modules)
    return isOfficial ? `MongoDB ${version}` : `the stand-in SecantusDB (says it is ${version})`
  } finally {
    await client.close()
  }
}
