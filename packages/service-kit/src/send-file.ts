import type { Response } from 'express'

/** Sends text as a download: the browser saves it under `fileName` and does not cache it. */
export function sendTextFile(res: Response, fileName: string, text: string): void {
  res
    .set('cache-control', 'no-store')
    .attachment(fileName)
    .type('text/plain; charset=utf-8')
    .send(text)
}
