import { toast, useSession } from '@inkproof/slice'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

/** Uses each shared package once, as under the first contract. */
export function Component() {
  const { status } = useSession()
  const query = useQuery({ queryKey: ['oldest'], queryFn: async () => 'asked' })
  return (
    <div className="p-8">
      <h1>A slice of the first contract</h1>
      <p>
        session: {status}, query: {query.data ?? 'pending'}
      </p>
      <button type="button" onClick={() => toast({ title: 'Said by the oldest slice' })}>
        Say it
      </button>
      <Link to="/verify">Verify</Link>
    </div>
  )
}
