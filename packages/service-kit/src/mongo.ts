import mongoose, { type Connection, type ConnectOptions, type Model, type Schema } from 'mongoose'
import { cacheWriteCheck } from './cached-check.ts'
import type { Dependency } from './dependency.ts'
import type { Log } from './log.ts'

/** A MongoDB connection as a dependency of a service; models are created on `connection`. */
export type MongoDependency = Dependency & { readonly connection: Connection }

/** Maximum wait for server selection and for a response, so that a write fails within 3 s. */
const SERVER_TIMEOUT_MS = 2_000
const SOCKET_TIMEOUT_MS = 2_200
/** The same with retries: response, selection of another server, and its response still take at most 3 s. */
const RETRYING = { serverTimeoutMs: 800, socketTimeoutMs: 1_100 }
/**
 * Maximum total time of a query: server selection, connection, response. Most calls start with a query, so a frozen
 * database is reported within 1.5 s, before the user clicks again.
 */
const READ_TIMEOUT_MS = 1_200
/**
 * The same while other queries get responses: the database is busy, not frozen. Shorter than SOCKET_TIMEOUT_MS, after
 * which the driver closes the connection. See docs/decisions/calls-at-another-instance.md.
 */
const BUSY_READ_TIMEOUT_MS = 2_100

/**
 * Opens a connection whose writes are acknowledged once they are in the journal of a majority.
 *
 * `prepare` connects and creates the indexes of all models that were created on the connection before. Unique indexes
 * guarantee invariants, so no request may be served before they exist.
 *
 * @param timeoutFactor multiplies the time limits, for slow machines
 */
export function openMongo(url: string, log: Log, timeoutFactor = 1): MongoDependency {
  const connection = mongoose.createConnection()
  readClocks.set(connection, { timeoutFactor, respondedAtMs: -Infinity })
  connection.plugin(applyReadTimeout)
  connection.on('error', (error) => log.error({ err: error }, 'mongodb connection failed'))
  connection.on('disconnected', () => log.warn('mongodb is not responding'))
  connection.on('reconnected', () => log.info('mongodb is responding again'))
  const checkWrite = cacheWriteCheck(() => writeAndRead(connection))
  return {
    name: 'mongodb',
    connection,
    prepare: () => connect(connection, url, timeoutFactor),
    check: async () => {
      await ping(connection)
      await checkWrite()
    },
    close: () => connection.close(),
  }
}

type ReadClock = { timeoutFactor: number; respondedAtMs: number }

/** The plugin changes a schema, which several connections may share, so it looks up the clock by connection. */
const readClocks = new WeakMap<Connection, ReadClock>()

/** Of queries that have not got a response. */
const runningTimeouts = new WeakMap<object, ReadTimeout>()

/** A plugin that limits the time of queries, for models that are created on the connection afterwards. */
function applyReadTimeout(schema: Schema): void {
  schema.pre(['find', 'findOne'], function () {
    const timeout = readTimeout(this.model)
    runningTimeouts.set(this, timeout)
    this.setOptions({ signal: timeout.signal })
  })
  schema.post(['find', 'findOne'], function () {
    runningTimeouts.get(this)?.stop()
    noteResponse(this.model)
  })
}

function noteResponse({ db }: Pick<Model<unknown>, 'db'>): void {
  const clock = readClocks.get(db)
  if (clock) clock.respondedAtMs = performance.now()
}

type ReadTimeout = { signal: AbortSignal; stop: () => void }

/** Ends a query when the database has been silent for too long, or at the latest after the longer time. */
function readTimeout({ db }: Pick<Model<unknown>, 'db'>): ReadTimeout {
  const clock = readClocks.get(db)
  const controller = new AbortController()
  const factor = clock?.timeoutFactor ?? 1
  const startedMs = performance.now()
  const check = () => {
    const now = performance.now()
    const silentSinceMs = Math.max(startedMs, clock?.respondedAtMs ?? startedMs)
    const endsMs = Math.min(
      silentSinceMs + factor * READ_TIMEOUT_MS,
      startedMs + factor * BUSY_READ_TIMEOUT_MS,
    )
    if (now < endsMs) timer = setTimeout(check, endsMs - now).unref()
    else controller.abort(new DOMException('the database did not respond in time', 'TimeoutError'))
  }
  let timer: NodeJS.Timeout | undefined
  check()
  return { signal: controller.signal, stop: () => clearTimeout(timer) }
}

/**
 * Reads one row by its key, as stored. Bypasses mongoose, whose overhead doubles the time of a read; used for the reads
 * of every sign-in.
 *
 * The key is compared as a value, so an object sent by a client is never interpreted as a query.
 */
export async function findByKey<Row>(
  model: Pick<Model<unknown>, 'collection' | 'db'>,
  key: string,
): Promise<Row | undefined> {
  const { signal, stop } = readTimeout(model)
  try {
    const row = await model.collection.findOne<Row>({ _id: { $eq: key as never } }, { signal })
    noteResponse(model)
    return row ?? undefined
  } finally {
    stop()
  }
}

async function connect(connection: Connection, url: string, timeoutFactor: number): Promise<void> {
  if (connection.readyState !== mongoose.ConnectionStates.connected) {
    await connection.openUri(url, {
      autoCreate: false,
      autoIndex: false,
      bufferCommands: false,
      ...mongoOptions(url, timeoutFactor),
    })
  }
  // An index that takes longer than the timeout continues to build; the next attempt waits for it.
  for (const model of Object.values(connection.models)) await model.createIndexes()
}

/**
 * The options of the driver, which take precedence over those of the connection string. Only whether to retry follows
 * from it: a replica set or sharded cluster executes a repeated write once, and a single server cannot.
 */
export function mongoOptions(url: string, timeoutFactor = 1): ConnectOptions {
  const isRetrying = canRetry(url)
  const serverTimeoutMs =
    timeoutFactor * (isRetrying ? RETRYING.serverTimeoutMs : SERVER_TIMEOUT_MS)
  const socketTimeoutMs = isRetrying ? RETRYING.socketTimeoutMs : SOCKET_TIMEOUT_MS
  return {
    serverSelectionTimeoutMS: serverTimeoutMs,
    connectTimeoutMS: serverTimeoutMs,
    // The driver opens two connections at a time; without a timeout, others would wait behind frozen ones forever.
    waitQueueTimeoutMS: serverTimeoutMs,
    socketTimeoutMS: timeoutFactor * socketTimeoutMs,
    retryWrites: isRetrying,
    retryReads: isRetrying,
    heartbeatFrequencyMS: SERVER_TIMEOUT_MS,
    // What is acknowledged, and what was read and signed, is never rolled back when another server is elected.
    writeConcern: { w: 'majority', journal: true },
    // Given alone as well, because the driver would otherwise take them from the connection string.
    journal: true,
    readConcern: { level: 'majority' },
    readConcernLevel: 'majority',
    // A secondary may not have a row yet whose absence would be believed.
    readPreference: 'primary',
  }
}

/** Whether the connection string names a replica set or sharded cluster, and does not turn retries off. */
function canRetry(url: string): boolean {
  const [, protocol = '', hosts = '', options = ''] =
    /^(mongodb(?:\+srv)?):\/\/(?:[^@/]*@)?([^/?]*)[^?]*\??(.*)$/.exec(url) ?? []
  const values = new URLSearchParams(options)
  const retryWrites = values.get('retryWrites')
  if (retryWrites !== null) return retryWrites === 'true'
  return protocol === 'mongodb+srv' || hosts.includes(',') || values.has('replicaSet')
}

async function ping(connection: Connection): Promise<void> {
  if (!connection.db) throw new Error('not connected')
  await connection.db.command({ ping: 1 })
}

/** The collection with one document, which /readyz writes and reads. */
const READINESS_COLLECTION = 'readiness'

/** A database that responds may still be unable to write, for example on a full disk, or to read, after a panic. */
async function writeAndRead(connection: Connection): Promise<void> {
  const checks = connection.collection<{ _id: string; at: Date }>(READINESS_COLLECTION)
  await checks
    .updateOne({ _id: 'check' }, { $set: { at: new Date() } }, { upsert: true })
    .catch((error: unknown) => {
      // Another instance has just created it.
      if (!isDuplicateKey(error)) throw error
    })
  if ((await checks.findOne({ _id: 'check' })) === null)
    throw new Error('a document was written, but cannot be read')
}

/** Whether a write failed because its key already exists (E11000). */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 11_000
}
