// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A worthless token whose name is as long as the gas of a call allows.
contract EndlessName {
    string public constant symbol = "LONG";
    uint8 public constant decimals = 18;

    /// 3,900,000 zero bytes: 29.4 million gas for the memory, of the 30 million that nodes give a call.
    function name() external pure returns (string memory) {
        assembly {
            mstore(0, 0x20)
            mstore(0x20, 3900000)
            return(0, add(0x40, 3900000))
        }
    }
}
