/**
 * Stands in the shell for the federation runtime's snapshots: manifests of remotes, which Inkproof replaces
 * by slices.json. `optimization.disableSnapshot` switches them off, but the runtime still imports them.
 */
export { DisabledSnapshotHandler as SnapshotHandler } from 'federation-snapshots-disabled'

export const getGlobalRemoteInfo = () => ({ hostGlobalSnapshot: undefined })
