// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// An ERC-20 whose balances grow for everybody at once, without a Transfer event: only a reconciliation with the
/// chain shows the difference.
contract RebasingToken {
    string public constant name = "Rebasing Dollar";
    string public constant symbol = "RBD";
    uint8 public constant decimals = 18;
    address public immutable owner = msg.sender;
    /// Balance per share, in thousandths.
    uint256 public index = 1000;
    mapping(address => uint256) public sharesOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function balanceOf(address account) public view returns (uint256) {
        return (sharesOf[account] * index) / 1000;
    }

    function rebase(uint256 index_) external {
        require(msg.sender == owner, "RebasingToken: not the owner");
        index = index_;
    }

    function mint(address to, uint256 value) external {
        require(msg.sender == owner, "RebasingToken: not the owner");
        sharesOf[to] += (value * 1000) / index;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        uint256 shares = (value * 1000) / index;
        require(sharesOf[msg.sender] >= shares, "RebasingToken: insufficient balance");
        sharesOf[msg.sender] -= shares;
        sharesOf[to] += shares;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
