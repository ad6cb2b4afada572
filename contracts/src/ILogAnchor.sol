// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Log anchor interface
/// @notice Keeps the head of append-only logs (RFC 9162 trees over SHA-256), one log per operator,
/// and refuses any new head that is not proved to extend the old one.
/// @dev A head is named by its hash, `keccak256(abi.encode(uint64 size, bytes32 root))`; whoever
/// calls brings size and root along, so one storage slot holds a log of any length.
interface ILogAnchor {
    /// @notice `operator`'s log reached `size` entries under `root`.
    event Anchored(address indexed operator, uint64 size, bytes32 root);

    /// @notice `operator` allowed `successor` to take the log over; the zero address takes that back.
    event SuccessorNamed(address indexed operator, address indexed successor);

    /// @notice The log of `from`, at `size` entries under `root`, goes on as the log of `to`.
    event HandedOver(address indexed from, address indexed to, uint64 size, bytes32 root);

    /// @notice The given head is not the current one: another transaction moved it, or it never was.
    /// @param operator Whose log was asked about.
    /// @param head Hash of the current head, zero when nothing was ever anchored.
    /// @param given Hash of the head the caller named.
    error LogStaleHead(address operator, bytes32 head, bytes32 given);

    /// @notice A log only grows, and `newSize` is not above `oldSize`.
    error LogSizeMustGrow(uint64 oldSize, uint64 newSize);

    /// @notice The proof leads to other roots than the ones given: the new tree does not keep the
    /// old entries as they were.
    /// @param oldRoot The anchored root.
    /// @param provedOldRoot The root that the proof gives for the old size.
    /// @param newRoot The root to be anchored.
    /// @param provedNewRoot The root that the proof gives for the new size.
    error LogInconsistentProof(
        bytes32 oldRoot,
        bytes32 provedOldRoot,
        bytes32 newRoot,
        bytes32 provedNewRoot
    );

    /// @notice A proof for these sizes (or this index and size) has `needed` nodes, not `length`.
    error LogProofLength(uint256 length, uint256 needed);

    /// @notice The log has no entry `index`: it holds `size` entries, counted from 0.
    error LogIndexOutOfRange(uint64 index, uint64 size);

    /// @notice `operator` handed its log to `successor` and can never anchor again.
    error LogClosed(address operator, address successor);

    /// @notice `caller` may not take over from `operator`, who named `successor` (zero: nobody).
    error LogNotNamedSuccessor(address operator, address successor, address caller);

    /// @notice `successor` already has a log of its own, whose head has the hash `head`.
    error LogSuccessorNotEmpty(address successor, bytes32 head);

    /// @notice Moves the caller's log from its current head to a larger one.
    /// @dev Compare and swap: of two transactions with one old head, the second is refused. The first
    /// anchor of a log is `(0, 0, newSize, newRoot, [])`.
    /// @param oldSize Number of entries of the current head.
    /// @param oldRoot Root hash of the current head.
    /// @param newSize Number of entries of the new head, above `oldSize`.
    /// @param newRoot Root hash of the new head.
    /// @param proof Consistency proof between the two, RFC 9162 §2.1.4.1.
    function anchor(
        uint64 oldSize,
        bytes32 oldRoot,
        uint64 newSize,
        bytes32 newRoot,
        bytes32[] calldata proof
    ) external;

    /// @notice Names who may take the caller's log over, until that happens or another is named.
    /// @param to The successor's address; zero takes an earlier name back.
    function nameSuccessor(address to) external;

    /// @notice Takes over the log of `from`, who named the caller, and closes `from` for ever.
    /// @param from The operator until now.
    /// @param size Number of entries of `from`'s current head.
    /// @param root Root hash of `from`'s current head.
    function takeOver(address from, uint64 size, bytes32 root) external;

    /// @notice Hash of `operator`'s current head; 0 when there is none, 1 when the log is closed.
    function headOf(address operator) external view returns (bytes32);

    /// @notice Whom `operator` named; once the log is closed, who took it over.
    function successorOf(address operator) external view returns (address);

    /// @notice Whether an entry is in `operator`'s log as it stands now.
    /// @dev Reverts where the question itself is wrong: a head that is not current (fetch a fresh
    /// proof and ask again), an index or a proof length that the tree does not have. A later
    /// revocation of the entry is another entry, and not looked for.
    /// @param size Number of entries of the current head.
    /// @param root Root hash of the current head.
    /// @param leafHash `SHA-256(0x00 || entry)`.
    /// @param index Position of the entry, counted from 0.
    /// @param proof Inclusion proof, RFC 9162 §2.1.3.1.
    /// @return True when the proof leads from the entry to `root`.
    function isIncluded(
        address operator,
        uint64 size,
        bytes32 root,
        bytes32 leafHash,
        uint64 index,
        bytes32[] calldata proof
    ) external view returns (bool);
}
