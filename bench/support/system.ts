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
  // A single account generates the load of many users, so its quota is raised. The visitors' proof of work is
  // switched off, because it is not measured.
  const overrides = { CERTIFICATES_A_DAY: '100000000', CAPTCHA_FOR: 'forgot-password' }
  const env = { ...process.env, ...overrides }
  const system = await startSystem({ data: join(folder, 'system'), port, tools, env })
  return { system, database: await describeDatabase(system) }
}

/** Returns the URL of the system's database. */
export function databaseUrl(system: System): string {
  const url = system.urls['mongo'] ?? process.env['MONGODB_URI']
  if (url) return url
  throw new Error(`the system reports no database URL, only ${Object.keys(system.urls)}`)
}

async function describeDatabase(system: System): Promise<string> {
  const client = await MongoClient.connect(databaseUrl(system))
  try {
    const { version, modules, gitVersion } = await client.db('admin').command({ buildInfo: 1 })
    // Official builds name the commit they were built from.
    const isOfficial = /^[0-9a-f]{40}$/.test(String(gitVersion)) && Array.isArray(modules)
    return isOfficial ? `MongoDB ${version}` : `SecantusDB (compatible with MongoDB ${version})`
  } finally {
    await client.close()
  }
}
