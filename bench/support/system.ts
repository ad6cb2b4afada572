import { join } from 'node:path'
import { freePort } from '@inkproof/launcher/process/free-port'
import { ROOT, type System, startSystem } from '@inkproof/launcher/system/start-system'
import { MongoClient } from 'mongodb'

/** The whole system in a folder of its own, on a free port, and which database it found. */
export async function startBenchSystem(
  folder: string,
): Promise<{ system: System; database: string }> {
  const tools = join(ROOT, '.inkproof', 'tools')
  const port = await freePort()
  // One account certifies what would otherwise be many people's; visitors' proofs of work are not ours to time.
  const more = { CERTIFICATES_A_DAY: '100000000', CAPTCHA_FOR: 'forgot-password' }
  const env = { ...process.env, ...more }
  const system = await startSystem({ data: join(folder, 'system'), port, tools, env })
  return { system, database: await databaseOf(system) }
}

/** Address of the database that the system uses. */
export function databaseUrl(system: System): string {
  const url = system.urls['mongo'] ?? process.env['MONGODB_URI']
  if (url) return url
  throw new Error(`the system does not say where its database is: ${Object.keys(system.urls)}`)
}

async function databaseOf(system: System): Promise<string> {
  const client = await MongoClient.connect(databaseUrl(system))
  try {
    const { version, modules, gitVersion } = await client.db('admin').command({ buildInfo: 1 })
    // The official builds name the commit they are made from.
    const isOfficial = /^[0-9a-f]{40}$/.test(String(gitVersion)) && Array.isArray(modules)
    return isOfficial ? `MongoDB ${version}` : `the stand-in SecantusDB (says it is ${version})`
  } finally {
    await client.close()
  }
}
