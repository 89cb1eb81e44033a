// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// An ERC-20 of the first years, as MKR is: name and symbol are bytes32, not strings.
contract LegacyToken {
    bytes32 public constant name = "Legacy Maker";
    bytes32 public constant symbol = "LMKR";
    uint8 public constant decimals = 18;
    address public immutable owner = msg.sender;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        require(msg.sender == owner, "LegacyToken: not the owner");
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(balanceOf[msg.sender] >= value, "LegacyToken: insufficient balance");
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
