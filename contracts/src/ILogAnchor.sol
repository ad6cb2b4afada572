// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Log anchor interface
/// @notice Stores the head of append-only logs (RFC 9162 trees over SHA-256), one log per operator,
/// and rejects any new head that is not proved to extend the old one.
/// @dev A head is stored as its hash, `keccak256(abi.encode(uint64 size, bytes32 root))`; callers
/// pass size and root, so one storage slot suffices for a log of any length.
interface ILogAnchor {
    /// @notice `operator`'s log reached `size` entries under `root`.
    event Anchored(address indexed operator, uint64 size, bytes32 root);

    /// @notice `operator` allowed `successor` to take over the log; the zero address withdraws this.
    event SuccessorNamed(address indexed operator, address indexed successor);

    /// @notice The log of `from`, at `size` entries under `root`, continues as the log of `to`.
    event HandedOver(address indexed from, address indexed to, uint64 size, bytes32 root);

    /// @notice The given head is not the current one: it was replaced, or it was never the head.
    /// @param operator Operator of the log.
    /// @param head Hash of the current head, zero if nothing was ever anchored.
    /// @param given Hash of the head passed by the caller.
    error LogStaleHead(address operator, bytes32 head, bytes32 given);

    /// @notice A log can only grow, but `newSize` is not larger than `oldSize`.
    error LogSizeMustGrow(uint64 oldSize, uint64 newSize);

    /// @notice The proof leads to roots other than the given ones: the new tree does not preserve the
    /// old entries.
    /// @param oldRoot The anchored root.
    /// @param provedOldRoot The root that the proof leads to for the old size.
    /// @param newRoot The root to be anchored.
    /// @param provedNewRoot The root that the proof leads to for the new size.
    error LogInconsistentProof(
        bytes32 oldRoot,
        bytes32 provedOldRoot,
        bytes32 newRoot,
        bytes32 provedNewRoot
    );

    /// @notice A proof for these sizes (or this index and size) has `needed` nodes, not `length`.
    error LogProofLength(uint256 length, uint256 needed);

    /// @notice The log has no entry `index`: it has `size` entries, counted from 0.
    error LogIndexOutOfRange(uint64 index, uint64 size);

    /// @notice `operator` handed over its log to `successor` and can never anchor again.
    error LogClosed(address operator, address successor);

    /// @notice `caller` may not take over from `operator`, which named `successor` (zero: none).
    error LogNotNamedSuccessor(address operator, address successor, address caller);

    /// @notice `successor` already has a log of its own, whose head has the hash `head`.
    error LogSuccessorNotEmpty(address successor, bytes32 head);

    /// @notice Moves the caller's log from its current head to a larger one.
    /// @dev Compare and swap: of two transactions with the same old head, the second reverts. The first
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

    /// @notice Names the account that may take over the caller's log, in place of any named before.
    /// @param to The successor's address; the zero address names none.
    function nameSuccessor(address to) external;

    /// @notice Takes over the log of `from`, which named the caller, and closes `from` forever.
    /// @param from The current operator.
    /// @param size Number of entries of `from`'s current head.
    /// @param root Root hash of `from`'s current head.
    function takeOver(address from, uint64 size, bytes32 root) external;

    /// @notice Hash of `operator`'s current head; 0 when there is none, 1 when the log is closed.
    function headOf(address operator) external view returns (bytes32);

    /// @notice The successor named by `operator`; once the log is closed, the one that took it over.
    function successorOf(address operator) external view returns (address);

    /// @notice Whether an entry is in the current state of `operator`'s log.
    /// @dev Reverts for invalid arguments: a head that is not current (fetch a fresh proof and
    /// retry), or an index or a proof length that the tree does not have. A later revocation is a
    /// separate entry and is not considered.
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
