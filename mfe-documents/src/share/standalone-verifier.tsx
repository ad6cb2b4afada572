import { Button } from '@inkproof/ui/button'
import { Fingerprint } from '@inkproof/ui/fingerprint'
import { useQuery } from '@tanstack/react-query'
import { Save } from 'lucide-react'
import { getVerifierFingerprint, VERIFIER_ADDRESS, VERIFIER_NAME } from './verifier.api.ts'

/** One HTML file that verifies without any server, also when opened from a disk. */
export function StandaloneVerifier() {
  const published = useQuery({ queryKey: ['verifier-hash'], queryFn: getVerifierFingerprint })
  return (
    <div className="min-w-0 space-y-3">
      <h3 className="font-medium text-ink">With one page that needs no network</h3>
      <p className="text-ink-muted">
        Save it, open it from your disk, and drop the two files on it. It goes on working when this
        installation no longer does.
      </p>
      <Button asChild>
        <a href={VERIFIER_ADDRESS} download={VERIFIER_NAME}>
          <Save aria-hidden="true" /> Save the verifier page
        </a>
      </Button>
      {published.data != null && (
        <div className="space-y-1.5">
          <p className="text-ink-faint text-sm">Its published SHA-256</p>
          <Fingerprint value={published.data} size="sm" copyLabel="Copy the verifier’s SHA-256" />
        </div>
      )}
    </div>
  )
}
