// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Holds what it was created with until it is closed, and pays out by SELFDESTRUCT.
contract Piggybank {
    constructor() payable {}

    function close(address payable to) external {
        selfdestruct(to);
    }
}

/// Pays out in the very transaction that creates it: it never has code.
contract PassThrough {
    constructor(address payable to) payable {
        selfdestruct(to);
    }
}
