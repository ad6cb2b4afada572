import type { RingMail } from './due-mail.ts'

/** Connects the features that write mails with the one that sends them, which is created after them. */
export type MailSignal = {
  /** Wakes the sender. Nobody hears it before the sender listens; the sweep finds the mail then. */
  ring: RingMail
  /** Sets what is done for each ring. */
  onRing: (listener: RingMail) => void
}

export function createMailSignal(): MailSignal {
  let listener: RingMail = () => undefined
  return {
    ring: (ref, rank) => listener(ref, rank),
    onRing: (next) => {
      listener = next
    },
  }
}
