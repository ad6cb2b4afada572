import express, { type Request, type RequestHandler, type Response } from 'express'

/** Parses JSON bodies up to a size. */
export function jsonParser(limitBytes: number): RequestHandler {
  // Compressed bodies are refused, so that a small one cannot expand into a large one.
  return express.json({ limit: limitBytes, inflate: false, strict: true })
}

/**
 * Reads the body of a request inside its route, so that strangers cannot make the service parse, and each route
 * sets its own size limit.
 */
export async function readJson(req: Request, res: Response, limitBytes: number): Promise<unknown> {
  await new Promise<void>((resolve, reject) => {
    jsonParser(limitBytes)(req, res, (error?: unknown) => (error ? reject(error) : resolve()))
  })
  return req.body
}
