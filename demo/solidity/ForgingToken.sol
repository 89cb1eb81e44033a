// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A token that lies: it says that a victim sent something, when nobody held and nobody signed anything.
contract ForgingToken {
    string public constant name = "USD Coin";
    string public constant symbol = "USDC";
    uint8 public constant decimals = 6;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function forge(address victim, address to, uint256 value) external {
        emit Transfer(victim, to, value);
    }
}
