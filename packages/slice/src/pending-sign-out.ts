/** Ends the sessions of stored sign-outs (stored-sign-outs.ts), with code that is loaded on demand. */
import { pendingTokens } from './stored-sign-outs.ts'

/** Sends the stored sign-outs, and those that fail again later. Loads the code for that, which first visits do not need. */
export async function sendSignOuts(): Promise<void> {
  try {
    const sender = await import('./send-sign-outs.ts')
    await sender.sendSignOuts()
  } catch (error) {
    // Without a network; the next load sends them.
    console.error('Logout error:', error)
  }
}

/** Sends the sign-outs that an earlier page could not. */
export function resumeSignOuts(): void {
  if (pendingTokens().size > 0) void sendSignOuts()
}
