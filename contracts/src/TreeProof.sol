// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ILogAnchor} from "./ILogAnchor.sol";

/// @title Proofs of RFC 9162 trees
/// @dev One loop serves both algorithms of the RFC: §2.1.4.2 treats `sr` as §2.1.3.2 treats `r`.
/// Nothing can overflow: sizes are below 2^64, are at least 1 where 1 is subtracted, and are widened
/// to 256 bits.
library TreeProof {
    /// @notice Evaluates a consistency proof, RFC 9162 §2.1.4.2.
    /// @dev The caller has checked 0 < oldSize < newSize.
    /// @return fr The root that the proof leads to for the old tree.
    /// @return sr The root that the proof leads to for the new tree.
    function consistencyRoots(
        uint64 oldSize,
        bytes32 oldRoot,
        uint64 newSize,
        bytes32[] calldata proof
    ) internal view returns (bytes32 fr, bytes32 sr) {
        unchecked {
            uint256 fn = uint256(oldSize) - 1;
            uint256 sn = uint256(newSize) - 1;
            // Step 2: a full tree is its own first node, which the proof omits. An empty proof for
            // any other tree has no first node; the length check at the end rejects it.
            bool full = fn & oldSize == 0;
            bytes32 first = full || proof.length == 0 ? oldRoot : proof[0];
            for (; fn & 1 == 1; fn >>= 1) sn >>= 1; // step 4
            return _climb(fn, sn, first, proof, full ? 0 : 1);
        }
    }

    /// @notice Evaluates an inclusion proof, RFC 9162 §2.1.3.2.
    /// @dev The caller has checked index < size.
    /// @return r The root that the proof leads to.
    function inclusionRoot(
        uint64 index,
        uint64 size,
        bytes32 leafHash,
        bytes32[] calldata proof
    ) internal view returns (bytes32 r) {
        unchecked {
            (, r) = _climb(index, uint256(size) - 1, leafHash, proof, 0);
        }
    }

    /// @dev Climbs from the node `fn` of a level, whose last node is `sn`, to the top: `fr` combines
    /// the nodes to the left (the old root), `sr` those on both sides (the new root). If `fn` is
    /// `sn` and even, it has no sibling on its level: the RFC skips such levels after using a
    /// node, this loop before using one, which is equivalent.
    ///
    /// Nodes are read without checking the proof's length, which is compared once, at the end: reads
    /// beyond the proof return other bytes of the call, but no result computed from them is returned.
    ///
    /// Written in assembly because this loop is the main cost of an anchor besides storage and call
    /// data; for 20 nodes (39 hashes), the same loop in Solidity costs 2,900 gas more, and with
    /// `sha256(abi.encodePacked())` 16,400 more. The 65 bytes to hash, `0x01 || left || right`
    /// (§2.1.1), are placed after the free memory pointer without allocating; `fr` and `sr` are in
    /// the scratch words 0 and 0x20, where the precompile at address 2 writes them.
    function _climb(
        uint256 fn,
        uint256 sn,
        bytes32 node,
        bytes32[] calldata proof,
        uint256 used
    ) private view returns (bytes32 fr, bytes32 sr) {
        // solhint-disable-next-line no-inline-assembly
        assembly ("memory-safe") {
            function hashRight(input, c) -> ok {
                mstore(add(input, 1), mload(0x20))
                mstore(add(input, 33), c)
                ok := staticcall(gas(), 2, input, 65, 0x20, 32)
            }
            function hashLeft(input, c) -> ok {
                mstore(add(input, 1), c)
                mstore(add(input, 33), mload(0))
                ok := staticcall(gas(), 2, input, 65, 0, 32)
                mstore(add(input, 33), mload(0x20))
                ok := and(ok, staticcall(gas(), 2, input, 65, 0x20, 32))
            }
            let input := mload(0x40)
            mstore8(input, 1)
            mstore(0, node)
            mstore(0x20, node)
            let next := add(proof.offset, shl(5, used))
            let ok := 1
            for {} sn { fn := shr(1, fn) sn := shr(1, sn) } {
                switch and(fn, 1)
                case 0 {
                    if eq(fn, sn) { continue }
                    ok := and(ok, hashRight(input, calldataload(next)))
                }
                default { ok := and(ok, hashLeft(input, calldataload(next))) }
                next := add(next, 32)
            }
            used := shr(5, sub(next, proof.offset))
            // On a chain without the precompile the call returns no bytes, and the scratch words
            // would be taken for hashes.
            if used {
                if iszero(and(ok, eq(returndatasize(), 32))) {
                    revert(0, 0)
                }
            }
            fr := mload(0)
            sr := mload(0x20)
        }
        if (used != proof.length) revert ILogAnchor.LogProofLength(proof.length, used);
    }
}
