import express, { type Request, type RequestHandler, type Response } from 'express'
import { AppError } from './app-error.ts'

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

/** @throws AppError NOT_JSON if the request has a body of another type */
export function requireJson(req: Request): void {
  const hasBody =
    req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
  if (hasBody && !req.is('application/json')) throw new AppError('NOT_JSON')
}
