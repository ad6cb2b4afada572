/** Messages between the page and the fingerprint worker. `job` numbers are assigned by the page. */
export type ToWorker = { say: 'start'; job: number; file: Blob } | { say: 'cancel'; job: number }

export type FromWorker =
  | { say: 'progress'; job: number; doneBytes: number }
  | { say: 'done'; job: number; fingerprint: string }
  | { say: 'failed'; job: number; errorName: string }
