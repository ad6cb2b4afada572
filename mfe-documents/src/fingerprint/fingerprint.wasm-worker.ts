import type { ToWorker } from './messages.ts'
import { makeJobs } from './worker-jobs.ts'

const onMessage = makeJobs((message) => postMessage(message))

addEventListener('message', (event: MessageEvent<ToWorker>) => onMessage(event.data))
