// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The cheapest contract that stores a root: one slot per batch, nothing checked.
contract StoredRoot {
    mapping(uint256 batch => bytes32 root) public roots;

    function store(uint256 batch, bytes32 root) external {
        roots[batch] = root;
    }
}

/// The cheapest contract that publishes a root: an event, nothing stored or checked.
contract EmittedRoot {
    event RootEmitted(address indexed operator, uint64 size, bytes32 root);

    function emitRoot(uint64 size, bytes32 root) external {
        emit RootEmitted(msg.sender, size, root);
    }
}
