// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILogAnchor} from "./ILogAnchor.sol";
import {TreeProof} from "./TreeProof.sol";

/// @title Log anchor
/// @dev Invariant: an operator's head, once set, can only be replaced by a head proved to extend it,
/// or move once to a successor, which closes the old operator's log. There is no owner, pause,
/// upgrade or ether, and everything is keyed by `msg.sender`: no account can write to another's log.
contract LogAnchor is ILogAnchor {
    /// @dev Replaces the head's hash once the log has been handed over; no head hashes to 1.
    bytes32 private constant _CLOSED = bytes32(uint256(1));

    /// @inheritdoc ILogAnchor
    mapping(address operator => bytes32 head) public headOf;

    /// @inheritdoc ILogAnchor
    mapping(address operator => address successor) public successorOf;

    /// @inheritdoc ILogAnchor
    function anchor(
        uint64 oldSize,
        bytes32 oldRoot,
        uint64 newSize,
        bytes32 newRoot,
        bytes32[] calldata proof
    ) external {
        // A log that was never anchored has an empty slot, and callers pass (0, 0) as its head.
        bool first = oldSize == 0 && oldRoot == 0;
        _requireHead(msg.sender, first ? bytes32(0) : _headHash(oldSize, oldRoot));
        if (newSize <= oldSize) revert LogSizeMustGrow(oldSize, newSize);
        _requireConsistency(oldSize, oldRoot, newSize, newRoot, proof);

        headOf[msg.sender] = _headHash(newSize, newRoot);
        emit Anchored(msg.sender, newSize, newRoot);
    }

    /// @inheritdoc ILogAnchor
    function nameSuccessor(address to) external {
        // A closed log keeps its successor, because readers follow it to the log's new operator.
        if (headOf[msg.sender] == _CLOSED) revert LogClosed(msg.sender, successorOf[msg.sender]);

        successorOf[msg.sender] = to;
        emit SuccessorNamed(msg.sender, to);
    }

    /// @inheritdoc ILogAnchor
    function takeOver(address from, uint64 size, bytes32 root) external {
        address named = successorOf[from];
        if (named != msg.sender) revert LogNotNamedSuccessor(from, named, msg.sender);
        bytes32 head = _headHash(size, root);
        _requireHead(from, head);
        _requireEmpty(msg.sender);

        headOf[msg.sender] = head;
        headOf[from] = _CLOSED;
        emit HandedOver(from, msg.sender, size, root);
    }

    /// @inheritdoc ILogAnchor
    function isIncluded(
        address operator,
        uint64 size,
        bytes32 root,
        bytes32 leafHash,
        uint64 index,
        bytes32[] calldata proof
    ) external view returns (bool) {
        _requireHead(operator, _headHash(size, root));
        if (index >= size) revert LogIndexOutOfRange(index, size);
        return TreeProof.inclusionRoot(index, size, leafHash, proof) == root;
    }

    /// @dev Reverts unless the operator's current head has the hash `given`.
    function _requireHead(address operator, bytes32 given) private view {
        bytes32 head = headOf[operator];
        if (head == given) return;
        if (head == _CLOSED) revert LogClosed(operator, successorOf[operator]);
        revert LogStaleHead(operator, head, given);
    }

    /// @dev Reverts if the operator has, or ever had, its own log.
    function _requireEmpty(address operator) private view {
        bytes32 head = headOf[operator];
        if (head == 0) return;
        if (head == _CLOSED) revert LogClosed(operator, successorOf[operator]);
        revert LogSuccessorNotEmpty(operator, head);
    }

    /// @dev Reverts unless the proof leads to both roots. Every tree extends the empty one, for which
    /// RFC 9162 defines no proof: the first anchor has an empty one.
    function _requireConsistency(
        uint64 oldSize,
        bytes32 oldRoot,
        uint64 newSize,
        bytes32 newRoot,
        bytes32[] calldata proof
    ) private view {
        if (oldSize == 0) {
            if (proof.length != 0) revert LogProofLength(proof.length, 0);
            return;
        }
        (bytes32 provedOld, bytes32 provedNew) =
            TreeProof.consistencyRoots(oldSize, oldRoot, newSize, proof);
        if (provedOld != oldRoot || provedNew != newRoot) {
            revert LogInconsistentProof(oldRoot, provedOld, newRoot, provedNew);
        }
    }

    /// @dev `keccak256(abi.encode(size, root))`, in scratch space: saves 287 gas per anchor.
    function _headHash(uint64 size, bytes32 root) private pure returns (bytes32 head) {
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            mstore(0, size)
            mstore(0x20, root)
            head := keccak256(0, 0x40)
        }
    }
}
