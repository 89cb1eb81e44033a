// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A token sent unasked to many wallets in one transaction. Its name is the bait.
contract SpamToken {
    string public name;
    string public symbol;
    uint8 public constant decimals = 18;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
    }

    function airdrop(address[] calldata recipients, uint256 value) external {
        for (uint256 index = 0; index < recipients.length; index++) {
            balanceOf[recipients[index]] += value;
            emit Transfer(address(this), recipients[index], value);
        }
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
