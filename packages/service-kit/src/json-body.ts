import express, { type Request, type RequestHandler, type Response } from 'express'

/** Parses JSON bodies up to a size. */
export function jsonParser(limitBytes: number): RequestHandler {
  // Compressed bodies are refused, so that a small one cannot unfold into a large one.
  return express.json({ limit: limitBytes, inflate: false, strict: true })
}

/**
 * The body of a request that was not parsed before its route: so that a stranger makes nobody parse, and
 * each route takes what it needs.
 */
export async function readJson(req: Request, res: Response, limitBytes: number): Promise<unknown> {
  await new Promise<void>((resolve, reject) => {
    jsonParser(limitBytes)(req, res, (error?: unknown) => (error ? reject(error) : resolve()))
  })
  return req.body
}
