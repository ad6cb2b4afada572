import type { ToWorker } from './messages.ts'
import { makeJobHandler } from './worker-jobs.ts'

const onMessage = makeJobHandler((message) => postMessage(message))

addEventListener('message', (event: MessageEvent<ToWorker>) => onMessage(event.data))
