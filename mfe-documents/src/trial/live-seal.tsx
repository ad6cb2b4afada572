import { Seal } from '@inkproof/ui/seal'
import { useEffect, useState } from 'react'
import { fingerprintTrial } from './create-trial.ts'

type Props = { sentence: string; startedAtMs: number }

/** The seal of the PDF that would be created from the sentence now. Shows the previous one while it is computed. */
export function LiveSeal({ sentence, startedAtMs }: Props) {
  const [fingerprint, setFingerprint] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    // Fails if this browser cannot draw the letters; creating the PDF then reports it.
    fingerprintTrial(sentence, startedAtMs).then(
      (result) => isCurrent && setFingerprint(result),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [sentence, startedAtMs])
  if (fingerprint === null) return null
  return (
    <div key={fingerprint} className="animate-fade-in">
      <Seal fingerprint={fingerprint} size={96} className="size-full" />
    </div>
  )
}
