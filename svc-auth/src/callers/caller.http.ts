/** Identifies the caller of a request. */
import { createHash, randomBytes } from 'node:crypto'
import { clientAddress } from '@inkproof/service-kit/limit'
import type { Request, Response } from 'express'
import type { Caller } from './caller.ts'
import { deviceLabel } from './device-label.ts'

/** Returns the caller of a request. Sets the browser's cookie if the request has no valid one. */
export type CallerOf = (req: Request, res: Response) => Caller

/** The cookie that distinguishes browsers. It grants no access. */
export const BROWSER_COOKIE = 'inkproof_browser'
const COOKIE_TTL_MS = 400 * 24 * 60 * 60 * 1_000
const COOKIE_FORMAT = /^[\w-]{43}$/

export function callerOf(req: Request, res: Response, isSecure: boolean): Caller {
  const received = readCookie(req, BROWSER_COOKIE)
  const cookie =
    received !== undefined && COOKIE_FORMAT.test(received)
      ? received
      : randomBytes(32).toString('base64url')
  if (cookie !== received) {
    res.cookie(BROWSER_COOKIE, cookie, {
      httpOnly: true,
      // Lax: the cookie must be sent when an identity provider redirects the browser back.
      sameSite: 'lax',
      secure: isSecure,
      path: '/api/auth',
      maxAge: COOKIE_TTL_MS,
    })
  }
  return {
    network: clientAddress(req),
    address: (req.ip ?? '').replace(/^::ffff:(?=\d+\.)/, ''),
    device: deviceLabel(req.get('user-agent') ?? ''),
    browserId: createHash('sha256').update(cookie).digest('base64url'),
  }
}

function readCookie(req: Request, name: string): string | undefined {
  for (const pair of (req.get('cookie') ?? '').split(';')) {
    const [key = '', value] = pair.trim().split('=')
    if (key === name) return value
  }
  return undefined
}
