import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Schema } from 'mongoose'
import { createLog } from './log.ts'
import { isDuplicateKey, type MongoPart, openMongo } from './mongo.ts'
import { asOutage } from './outage.ts'
import { freePort, testDatabase, until } from './testing/fixture.ts'

const thingSchema = new Schema({ name: { type: String, unique: true } }, { versionKey: false })

let mongo: MongoPart
let link: Link

beforeAll(async () => {
  link = await openLink(new URL(testDatabase('kit')))
  mongo = openMongo(link.url, createLog('test', 'silent'))
  mongo.connection.model('Thing', thingSchema)
  await mongo.prepare()
})

afterAll(async () => {
  link.resume()
  await mongo.connection.dropDatabase()
  await mongo.close()
  await link.close()
})

test('has created the unique indexes once it is prepared', async () => {
  const things = mongo.connection.model('Thing')
  await things.create({ name: 'a' })
  const refused = await things.create({ name: 'a' }).catch((error: unknown) => error)
  expect(isDuplicateKey(refused)).toBe(true)
})

test('a database that hangs is refused as an outage within 3 s, and used again by itself', async () => {
  link.pause()
  await expectOutage()
  link.resume()
  await until(isUp, 15_000)
})

test('a database that is gone is refused as an outage within 3 s, and used again by itself', async () => {
  await link.cut()
  await expectOutage()
  await expectOutage()
  await link.restore()
  await until(isUp, 15_000)
})

async function expectOutage(): Promise<void> {
  const startedAt = performance.now()
  const refused = await mongo.connection
    .model('Thing')
    .create({ name: 'b' })
    .catch((error: unknown) => error)
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  expect(asOutage(refused)?.code).toBe('UNAVAILABLE')
}

function isUp(): Promise<boolean> {
  return mongo.check().then(
    () => true,
    () => false,
  )
}

type Link = {
  url: string
  pause(): void
  resume(): void
  cut(): Promise<void>
  restore(): Promise<void>
  close(): Promise<void>
}

/** A wire to the shared database that one test may freeze or cut without disturbing the others. */
async function openLink(target: URL): Promise<Link> {
  const port = await freePort()
  const sockets = new Set<Socket>()
  let isPaused = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    if (isPaused) socket.pause()
  }
  const accept = (near: Socket) => {
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      keep(from)
      from.on('data', (bytes) => void to.write(bytes)).on('close', () => to.destroy())
    }
  }
  const open = async (): Promise<Server> => {
    const server = createServer(accept).listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await open()
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    url: `mongodb://127.0.0.1:${port}${target.pathname}`,
    pause: () => {
      isPaused = true
      for (const socket of sockets) socket.pause()
    },
    resume: () => {
      isPaused = false
      for (const socket of sockets) socket.resume()
    },
    cut,
    restore: async () => {
      server = await open()
    },
    close: cut,
  }
}
