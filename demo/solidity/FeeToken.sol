// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Token} from "./Token.sol";

/// An ERC-20 that keeps 2 % of every transfer: what arrives is less than what the call says.
contract FeeToken is Token {
    address public immutable collector;

    constructor(string memory name_, string memory symbol_, address collector_) Token(name_, symbol_, 18) {
        collector = collector_;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 fee = from == owner ? 0 : value / 50;
        super._move(from, to, value - fee);
        if (fee > 0) super._move(from, collector, fee);
    }
}
