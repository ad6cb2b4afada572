import { useQuery } from '@tanstack/react-query'

/**
 * Loads code that the page does not need at first, once `isNeeded`. Unlike `lazy` of React, a failure does not break the
 * page and can be retried.
 */
export function useCode<Code>(name: string, load: () => Promise<Code>, isNeeded = true) {
  return useQuery({ queryKey: ['code', name], queryFn: load, enabled: isNeeded })
}
