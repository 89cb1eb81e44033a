// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {InterestToken} from "./LendingPool.sol";

interface ISavedToken {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// The suppliers' side of Aave 3 alone: whoever supplies gets a token whose balance grows by a fixed rate. What it pays out as
/// interest somebody has to give it.
contract SavingsPool {
    ISavedToken public immutable asset;
    InterestToken public immutable receipt;

    event Supply(
        address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint16 indexed referralCode
    );
    event Withdraw(address indexed reserve, address indexed user, address indexed to, uint256 amount);

    constructor(ISavedToken asset_, uint8 decimals_, uint256 rate_) {
        asset = asset_;
        receipt = new InterestToken("Lagoon Savings", "lagUSDC", decimals_, rate_, address(asset_));
    }

    function supply(address reserve, uint256 amount, address onBehalfOf, uint16 referralCode) external {
        require(reserve == address(asset), "SavingsPool: not its asset");
        asset.transferFrom(msg.sender, address(this), amount);
        receipt.mint(msg.sender, onBehalfOf, amount);
        emit Supply(reserve, msg.sender, onBehalfOf, amount, referralCode);
    }

    /// More than there is withdraws all.
    function withdraw(address reserve, uint256 amount, address to) external returns (uint256 paid) {
        require(reserve == address(asset), "SavingsPool: not its asset");
        uint256 balance = receipt.balanceOf(msg.sender);
        paid = amount < balance ? amount : balance;
        receipt.burn(msg.sender, to, paid);
        asset.transfer(to, paid);
        emit Withdraw(reserve, msg.sender, to, paid);
    }
}
