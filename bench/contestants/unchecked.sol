// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The least that writes a root down: one slot a batch, nothing checked.
contract StoredRoot {
    mapping(uint256 batch => bytes32 root) public roots;

    function store(uint256 batch, bytes32 root) external {
        roots[batch] = root;
    }
}

/// The least that says a root: an event, nothing kept or checked.
contract SaidRoot {
    event Said(address indexed operator, uint64 size, bytes32 root);

    function say(uint64 size, bytes32 root) external {
        emit Said(msg.sender, size, root);
    }
}
