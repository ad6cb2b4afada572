import express, { type Request, type RequestHandler, type Response } from 'express'

/** Creates a parser of JSON bodies up to a size. */
export function jsonParser(limitBytes: number): RequestHandler {
  // Compressed bodies are rejected, because a small one could expand into a large one.
  return express.json({ limit: limitBytes, inflate: false, strict: true })
}

/**
 * Reads the JSON body of a request. Called inside a route, so that bodies of unauthorized callers are not
 * parsed, and each route sets its own size limit.
 */
export async function readJson(req: Request, res: Response, limitBytes: number): Promise<unknown> {
  await new Promise<void>((resolve, reject) => {
    jsonParser(limitBytes)(req, res, (error?: unknown) => (error ? reject(error) : resolve()))
  })
  return req.body
}
