/** A page that passes the chosen file to a worker and waits for the fingerprint of that file. */
type WorkerMessage = string | { type: string; fingerprint?: string; errorName?: string }

type HashWindow = Window & {
  /** Hashes the chosen file. Returns the duration in milliseconds and the fingerprint. */
  hashWithWorker(worker: string): Promise<{ ms: number; fingerprint: string }>
}

const fileInput = document.querySelector<HTMLInputElement>('input[type=file]')

;(window as unknown as HashWindow).hashWithWorker = async (name) => {
  const file = fileInput?.files?.[0]
  if (!file) throw new Error('no file was chosen')
  const worker = new Worker(`/${name}.js`)
  const started = performance.now()
  worker.postMessage(name === 'ours' ? { type: 'start', job: 1, file } : file)
  const fingerprint = await waitForFingerprint(worker)
  const ms = performance.now() - started
  worker.terminate()
  return { ms, fingerprint }
}

function waitForFingerprint(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('error', (event) => reject(new Error(event.message)))
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      if (typeof data === 'string') resolve(data)
      else if (data.type === 'done') resolve(data.fingerprint ?? '')
      else if (data.type === 'failed') reject(new Error(data.errorName))
    })
  })
}
