import type { Response } from 'express'

/** Answers a text for keeping: the browser saves it under this name, and keeps no copy of its own. */
export function sendTextFile(res: Response, fileName: string, text: string): void {
  res
    .set('cache-control', 'no-store')
    .attachment(fileName)
    .type('text/plain; charset=utf-8')
    .send(text)
}
