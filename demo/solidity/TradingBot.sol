// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Trades for its owner: many calls in one transaction, as the bots do that keep the prices of pools together.
contract TradingBot {
    address public immutable owner = msg.sender;

    function execute(address[] calldata targets, bytes[] calldata data) external {
        require(msg.sender == owner, "TradingBot: not the owner");
        for (uint256 index = 0; index < targets.length; index++) {
            (bool done, bytes memory answer) = targets[index].call(data[index]);
            if (!done) {
                // Its reason is ours.
                assembly {
                    revert(add(answer, 32), mload(answer))
                }
            }
        }
    }
}
