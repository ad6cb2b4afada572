/** Messages between the page and the fingerprint worker. `job` numbers are assigned by the page. */
export type ToWorker = { type: 'start'; job: number; file: Blob } | { type: 'cancel'; job: number }

export type FromWorker =
  | { type: 'progress'; job: number; doneBytes: number }
  | { type: 'done'; job: number; fingerprint: string }
  | { type: 'failed'; job: number; errorName: string }
