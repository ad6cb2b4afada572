/**
 * Replaces the federation runtime's snapshots in the shell: manifests of remotes, for which Inkproof uses
 * slices.json. `optimization.disableSnapshot` switches them off, but the runtime still imports them.
 */
export { DisabledSnapshotHandler as SnapshotHandler } from 'federation-snapshots-disabled'

export const getGlobalRemoteInfo = () => ({ hostGlobalSnapshot: undefined })
