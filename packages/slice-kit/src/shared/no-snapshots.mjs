/**
 * Replaces the federation runtime's snapshots (manifests of remotes) in the shell, because Inkproof uses slices.json
 * instead. `optimization.disableSnapshot` switches the snapshots off, but the runtime still imports them.
 */
export { DisabledSnapshotHandler as SnapshotHandler } from 'federation-snapshots-disabled'

export const getGlobalRemoteInfo = () => ({ hostGlobalSnapshot: undefined })
